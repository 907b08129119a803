import type { FieldMetadata } from '@conform-to/react'

/** The props of a password field: what was typed is never sent back. */
export function secretProps(field: FieldMetadata<unknown>) {
  return { name: field.name, id: field.id, errors: field.errors as string[] | undefined }
}
