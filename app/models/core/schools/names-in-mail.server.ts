import { flag, selectRow, text } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'

/** Names of the school and its people in account mails. */
export interface NamesInMail {
  school: string
  person: (name: string) => string
  /** Formats an address that a user typed, such as a new mail address. */
  address: (address: string) => string
}

const columns = { name: text('c.name'), isApproved: flag('c.approved_at IS NOT NULL') }

const asTyped = (address: string) => address

/** Mails of an unapproved school show only initials, which cannot carry a message: `R. P.` */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [])
    .slice(0, 3)
    .map((letter) => `${letter}.`)
    .join(' ')

/**
 * Names in account mails, in the current language. A mail includes typed text only after the operator has approved the
 * school.
 */
export const namesInMail = (school: { name: string; isApproved: boolean } | null): NamesInMail =>
  school?.isApproved
    ? { school: school.name, person: asTyped, address: asTyped }
    : { school: m.mail_school_unnamed(), person: initialsOf, address: () => '…' }

/**
 * Returns the naming rules of a school's mails. Anyone can register a school with another person's address, so before
 * approval no text of theirs is sent in the portal's name.
 */
export async function findNamesInMail(schoolId: number) {
  const row = await selectRow(columns, 'FROM schools c WHERE c.id = :schoolId', { schoolId })
  // A function, because the recipient's language is set later.
  return { isApproved: row?.isApproved ?? false, names: () => namesInMail(row) }
}
