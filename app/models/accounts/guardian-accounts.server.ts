import { number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { accountsSharingAName, maxAccountsChecked } from '~/models/students/options'
import type { SignInName } from './rules'

const account = {
  id: number('a.id'),
  publicId: text('a.public_id'),
  name: text('a.name'),
  email: textOrNull('a.email'),
  language: wordOf<Language | null>('a.language'),
  passwordHash: text('a.password_hash'),
}

/**
 * The active guardians' accounts of a mobile number or address: as many of each school as may share a name there, by turn, so that those of one
 * school do not hide another's.
 */
export function listGuardianAccounts(name: SignInName) {
  return selectRows(
    account,
    `FROM guardian_accounts a JOIN (
       SELECT id, MIN(place) AS place FROM (
         SELECT x.id, ROW_NUMBER() OVER (PARTITION BY g.school_id ORDER BY x.id) AS place
         FROM guardian_accounts x LEFT JOIN family_guardians g ON g.account_id = x.id
         WHERE x.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND x.status = 'active'
       ) AS found WHERE place <= ${accountsSharingAName} GROUP BY id
     ) AS nearest ON nearest.id = a.id ORDER BY nearest.place, a.id LIMIT ${maxAccountsChecked}`,
    { name: name.value },
  )
}
