type Side = 80 | 160 | 640;

/** The address of a picture with a shorter side of so many pixels; pictures that are not stored here keep theirs. */
export const smallPicture = (url: string, side: Side): string => (url.startsWith('/api/media/') ? `${url}?side=${side}` : url);
