/** Texts of the frame around all pages. */
export const text = {
  noScript: 'The dashboard needs JavaScript. The API under /api does not.',
}
