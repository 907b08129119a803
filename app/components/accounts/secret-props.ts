import type { ServerField } from '~/components/forms'

/** The props of a password field: what was typed is never sent back. */
export function secretProps(field: ServerField) {
  return { name: field.name, id: field.id, errors: field.errors as string[] | undefined }
}
