interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  else?: Schema;
  dependentSchemas?: Record<string, Schema>;
}

/**
 * Removes each null property whose schema does not accept null: callers whose tools send every field, as strict
 * function calling does, mean that the field is left out. Where null has a meaning of its own it is kept.
 */
export function leaveOutNulls(schema: object, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  const shapes = shapesOf(schema);
  if (Array.isArray(value)) {
    for (const { items } of shapes) if (items) for (const item of value) leaveOutNulls(items, item);
    return;
  }
  const object = value as Record<string, unknown>;
  for (const [name, given] of Object.entries(object)) {
    const known = shapes.flatMap(({ properties }) => (properties && Object.hasOwn(properties, name) ? [properties[name] ?? {}] : []));
    if (given !== null) for (const property of known) leaveOutNulls(property, given);
    else if (known.length > 0 && !known.some(takesNull)) delete object[name];
  }
}

/** A schema and all its subschemas. */
function shapesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [], allOf = [], else: other, dependentSchemas = {} } = schema;
  const parts = [...anyOf, ...oneOf, ...allOf, ...(other ? [other] : []), ...Object.values(dependentSchemas)];
  return [schema, ...parts.flatMap(shapesOf)];
}

function takesNull(schema: Schema): boolean {
  return shapesOf(schema).some(({ type, enum: values, const: value, anyOf, oneOf, allOf }) => {
    const isAnything = type === undefined && values === undefined && value === undefined && !anyOf && !oneOf && !allOf;
    return isAnything || [type].flat().includes('null') || values?.includes(null) || value === null;
  });
}
