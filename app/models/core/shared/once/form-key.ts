/**
 * Derives an idempotency key per item for a form that acts on several: resubmitting acts once on each item, even with a
 * different selection. The result fits the maximum length of a key.
 */
export function keyOfOne(formKey: string, publicId: string): string {
  return `${formKey.replaceAll('-', '').slice(0, 27)}-${publicId}`
}
