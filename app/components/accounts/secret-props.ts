import type { ServerField } from '~/components/forms'

/** Props of a password field, without the typed value: the server never sends a password back. */
export function secretProps(field: ServerField) {
  return { name: field.name, id: field.id, errors: field.errors as string[] | undefined }
}
