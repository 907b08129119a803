/**
 * The key of what a form does to one of several: the same form does it once to each, whoever else is ticked when it is sent again. As long as
 * a key may be.
 */
export function keyOfOne(formKey: string, publicId: string): string {
  return `${formKey.replaceAll('-', '').slice(0, 27)}-${publicId}`
}
