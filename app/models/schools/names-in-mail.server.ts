import { flag, selectRow, text } from '~/database/database.server'
import { m } from '~/language/paraglide/messages'

/** How mails of accounts name the school and people of it. */
export interface NamesInMail {
  school: string
  person: (name: string) => string
  /** An address that somebody typed, such as the one that is used from now on. */
  address: (typed: string) => string
}

const columns = { name: text('c.name'), isApproved: flag('c.approved_at IS NOT NULL') }

const asTyped = (typed: string) => typed

/** Of people whose school nobody knows, a mail says initials, which say nothing else: `R. P.` */
const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .flatMap((word) => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [])
    .slice(0, 3)
    .map((letter) => `${letter}.`)
    .join(' ')

/** Names as mails of accounts carry them, in the language of the moment. What was typed stands in a mail only once the operator has approved its school. */
export const namesInMail = (school: { name: string; isApproved: boolean } | null): NamesInMail =>
  school?.isApproved
    ? { school: school.name, person: asTyped, address: asTyped }
    : { school: m.mail_school_unnamed(), person: initialsOf, address: () => '…' }

/**
 * The same for a school. Anybody can register one and enter anybody's address there: before the operator has approved it, no words of theirs go out in
 * the portal's name.
 */
export async function findNamesInMail(schoolId: number) {
  const row = await selectRow(columns, 'FROM schools c WHERE c.id = :schoolId', { schoolId })
  // Made where the language of the reader is known.
  return { isApproved: row?.isApproved ?? false, names: () => namesInMail(row) }
}
