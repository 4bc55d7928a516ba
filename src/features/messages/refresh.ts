/** How often a list on screen asks for what is new. */
export const refreshMs = 30_000;
