import { number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { accountsSharingAName, maxAccountsChecked } from '~/models/students/options'
import type { SignInName } from './rules'
import { isCalled, isUnapproved } from './school-order'

const account = {
  id: number('a.id'),
  publicId: text('a.public_id'),
  name: text('a.name'),
  email: textOrNull('a.email'),
  language: wordOf<Language | null>('a.language'),
  passwordHash: text('a.password_hash'),
  isUnapproved: number('nearest.isUnapproved'),
}

/**
 * The active guardians' accounts of a mobile number or address: as many of each school as may share a name there, by turn, those of approved schools
 * first, so that those of one school do not hide another's. One more than is checked says that there are others, which the name of the `school` finds.
 */
export function listGuardianAccounts(name: SignInName, school?: string) {
  return selectRows(
    account,
    `FROM guardian_accounts a JOIN (
       SELECT id, MIN(isUnapproved) AS isUnapproved, MIN(place) AS place FROM (
         SELECT x.id, ${isUnapproved} AS isUnapproved, ROW_NUMBER() OVER (PARTITION BY g.school_id ORDER BY x.id) AS place
         FROM guardian_accounts x LEFT JOIN family_guardians g ON g.account_id = x.id LEFT JOIN schools c ON c.id = g.school_id
         WHERE x.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND x.status = 'active' ${school ? isCalled : ''}
       ) AS found WHERE place <= ${accountsSharingAName} GROUP BY id
     ) AS nearest ON nearest.id = a.id ORDER BY nearest.isUnapproved, nearest.place, a.id LIMIT ${maxAccountsChecked + 1}`,
    { name: name.value, school: school ?? '' },
  )
}
