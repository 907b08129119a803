import { flag, number, selectRow, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { namesInMail } from '~/models/core/schools/names-in-mail.server'
import { maxAccountsChecked } from '~/models/people/students/options'
import type { SignInName } from './rules'
import { isKnownSql, valuesOfKnown, type Whereabouts } from './sign-in/devices.server'
import { hasSchoolName, isUnapproved } from './staff/school-order'

const account = {
  id: number('a.id'),
  publicId: text('a.public_id'),
  name: text('a.name'),
  email: textOrNull('a.email'),
  language: wordOf<Language | null>('a.language'),
  passwordHash: text('a.password_hash'),
  isUnapproved: flag('nearest.isUnapproved'),
}

interface AccountQuery {
  /** Limits the result to accounts of schools with this name. */
  school?: string
  from?: Whereabouts
  max?: number
}

/**
 * Lists the active guardian accounts of a mobile number or address, at most `max`: first those that have signed in
 * from this browser or network, then those of approved schools. Schools alternate, so that one school cannot hide
 * another's accounts. By default, `max` is one more than a sign-in checks: a result of that length shows that the
 * filter `school` is needed.
 */
export function listGuardianAccounts(
  name: SignInName,
  { school, from, max = maxAccountsChecked + 1 }: AccountQuery = {},
) {
  return selectRows(
    account,
    `FROM guardian_accounts a JOIN (
       SELECT id, MIN(isUnapproved) AS isUnapproved, MIN(place) AS place FROM (
         SELECT x.id, ${isUnapproved} AS isUnapproved, ROW_NUMBER() OVER (PARTITION BY g.school_id ORDER BY x.id) AS place
         FROM guardian_accounts x LEFT JOIN family_guardians g ON g.account_id = x.id LEFT JOIN schools c ON c.id = g.school_id
         WHERE x.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND x.status = 'active' ${school ? hasSchoolName : ''}
       ) AS found WHERE place <= ${maxAccountsChecked + 1} GROUP BY id
     ) AS nearest ON nearest.id = a.id ORDER BY ${isKnownSql('guardian', 'a.id')} DESC, nearest.isUnapproved, nearest.place, a.id LIMIT ${max}`,
    { name: name.value, school: school ?? '', ...valuesOfKnown(from ?? null) },
  )
}

/**
 * Finds the sender of mails to the account's addresses: the portal, or, if none of the account's schools is approved by
 * the operator, one of these schools. An unapproved school can create any number of accounts, so mails that it sends
 * count towards its daily limit and omit names. A mail of the portal uses the turn of one of the schools in the queue,
 * so that guardians of one school do not delay those of another; a suspended school has no turns.
 */
export async function findSender(accountId: number) {
  const row = await selectRow(
    {
      schoolId: number('c.id'),
      isApproved: flag('c.approved_at IS NOT NULL'),
      isSuspended: flag('c.suspended_at IS NOT NULL'),
    },
    `FROM family_guardians g JOIN schools c ON c.id = g.school_id WHERE g.account_id = :accountId
     ORDER BY c.approved_at IS NULL, c.suspended_at IS NOT NULL, c.id LIMIT 1`,
    { accountId },
  )
  const { isApproved = false, isSuspended = false, schoolId = null } = row ?? {}
  return {
    sender: { schoolId: isApproved ? null : schoolId, turnOf: isSuspended ? null : schoolId },
    names: () => namesInMail({ name: '', isApproved }),
  }
}
