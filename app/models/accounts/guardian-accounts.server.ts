import { number, selectRows, text, textOrNull, wordOf } from '~/database/database.server'
import type { Language } from '~/language/language'
import { maxAccountsChecked } from '~/models/students/options'
import { isKnownSql, valuesOfKnown, type Whereabouts } from './devices.server'
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

interface Asked {
  /** Only accounts of schools of this name. */
  school?: string
  from?: Whereabouts
  most?: number
}

/**
 * The active guardians' accounts of a mobile number or address: those first that have been in this browser or network, then those of approved schools,
 * the schools by turn, so that those of one school do not hide another's. `most`, one more than is checked, says that there are others, which the name of
 * the `school` finds.
 */
export function listGuardianAccounts(name: SignInName, { school, from, most = maxAccountsChecked + 1 }: Asked = {}) {
  return selectRows(
    account,
    `FROM guardian_accounts a JOIN (
       SELECT id, MIN(isUnapproved) AS isUnapproved, MIN(place) AS place FROM (
         SELECT x.id, ${isUnapproved} AS isUnapproved, ROW_NUMBER() OVER (PARTITION BY g.school_id ORDER BY x.id) AS place
         FROM guardian_accounts x LEFT JOIN family_guardians g ON g.account_id = x.id LEFT JOIN schools c ON c.id = g.school_id
         WHERE x.${name.kind === 'email' ? 'email' : 'mobile_number'} = :name AND x.status = 'active' ${school ? isCalled : ''}
       ) AS found WHERE place <= ${maxAccountsChecked + 1} GROUP BY id
     ) AS nearest ON nearest.id = a.id ORDER BY ${isKnownSql('guardian', 'a.id')} DESC, nearest.isUnapproved, nearest.place, a.id LIMIT ${most}`,
    { name: name.value, school: school ?? '', ...valuesOfKnown(from ?? null) },
  )
}
