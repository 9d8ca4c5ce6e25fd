export function publicPages() { return { name: 'x' }; }
