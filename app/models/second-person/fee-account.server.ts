import { selectRow } from '~/database/database.server'
import { tellOwners } from '~/models/accounts/tell-owners.server'
import {
  accountWords,
  type BankAccount,
  bankAccountOf,
  isSameAccount,
  noBankAccount,
} from '~/models/schools/bank-account'
import { changeSettings } from '~/models/schools/settings.server'
import type { feeRulesForm } from '~/models/schools/settings-fields'
import { SchoolSettings } from '~/models/schools/tables.server'
import type { ValuesOf } from '~/models/shared/fields'
import { done, refused } from '~/models/shared/outcome'
import type { SchoolScope } from '~/models/shared/scope.server'
import { columnsOf } from '~/models/shared/table.server'
import { askStep } from './ask.server'
import { secondPersonStep } from './money-out.server'

export interface AccountChange {
  before: BankAccount
  after: BankAccount
}

/**
 * Part payment online, the late fine that a new fee starts with, and the account for transfers. Fees that exist keep their own rule. Another
 * account is told to the owners; where the school wants a second person it waits for one, and the rest is saved. Refuses as
 * `changeSettings`, and `waits-already` where another account waits.
 */
export function saveFeeRules(scope: SchoolScope, values: ValuesOf<typeof feeRulesForm>, version?: number) {
  const { bankName, bankAccountNumber, bankIfscCode, ...rules } = values
  const after = { bankName, bankAccountNumber, bankIfscCode }
  const options = {
    version,
    action: 'fee-settings.saved',
    details: { ...rules } as Record<string, string | number | boolean | null>,
  }
  return changeSettings(scope, options, async () => {
    const { schoolId } = scope
    const before = await lockAccount(scope)
    if (isSameAccount(before, after)) {
      await SchoolSettings.upsert({ schoolId, ...rules })
      return done()
    }
    const payload: AccountChange = { before, after }
    const wait = await secondPersonStep(scope, { kind: 'fee-account', subject: '', payload })
    if (wait) {
      if ((await askStep(scope, wait)).isOther) return refused('waits-already')
      await SchoolSettings.upsert({ schoolId, ...rules })
      return done()
    }
    Object.assign(options.details, after)
    await SchoolSettings.upsert({ schoolId, ...rules, ...after })
    await tellOfAccount(scope, 'school fees', payload)
    return done()
  })
}

/** The account alone, as a second person has agreed to it. Refuses `changed` where the stored one is not `before` any more. */
export function changeFeeAccount(scope: SchoolScope, change: AccountChange) {
  const { before, after } = change
  const details = {
    bankName: after.bankName,
    bankAccountNumber: after.bankAccountNumber,
    bankIfscCode: after.bankIfscCode,
  }
  return changeSettings(scope, { version: undefined, action: 'fee-account.saved', details }, async () => {
    if (!isSameAccount(await lockAccount(scope), before)) return refused('changed')
    const wait = await secondPersonStep(scope, { kind: 'fee-account', subject: '', payload: change })
    if (wait) return wait
    await SchoolSettings.upsert({ schoolId: scope.schoolId, ...bankAccountOf(after) })
    await tellOfAccount(scope, 'school fees', change)
    return done()
  })
}

/** A step: the owners learn that families are shown another account from now on. */
export function tellOfAccount(scope: SchoolScope, what: string, { before, after }: AccountChange): Promise<void> {
  return tellOwners(scope, `The bank account for ${what} was changed`, [
    `${scope.actor.name} has changed the bank account that families see for ${what}.`,
    `Before: ${accountWords(before)}\nNow: ${accountWords(after)}`,
    'If this is not right, change it back and the passwords of the school’s accounts at once.',
  ])
}

/** The school's row is held by `changeSettings`. */
async function lockAccount({ schoolId }: SchoolScope): Promise<BankAccount> {
  const names = ['bankName', 'bankAccountNumber', 'bankIfscCode'] as const
  const stored = await selectRow(
    columnsOf(SchoolSettings, 't', ...names),
    'FROM school_settings t WHERE t.school_id = :schoolId FOR UPDATE',
    { schoolId },
  )
  return stored ?? noBankAccount
}
