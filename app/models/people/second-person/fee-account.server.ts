import { selectRow } from '~/database/database.server'
import type { ValuesOf } from '~/kit/forms/fields'
import { columnsOf } from '~/kit/tables/table.server'
import {
  accountWords,
  type BankAccount,
  bankAccountOf,
  isSameAccount,
  noBankAccount,
} from '~/models/core/schools/bank-account'
import { changeSettings } from '~/models/core/schools/settings.server'
import type { feeRulesForm } from '~/models/core/schools/settings-fields'
import { SchoolSettings } from '~/models/core/schools/tables.server'
import { done, refused } from '~/models/core/shared/outcome'
import type { SchoolScope } from '~/models/core/shared/scope.server'
import { notifyOwners } from '~/models/people/accounts/staff/tell-owners.server'
import { requestApprovalStep } from './ask.server'
import { secondPersonStep } from './money-out.server'

export interface AccountChange {
  before: BankAccount
  after: BankAccount
}

/**
 * Saves the rules for part payments online, the default late fine of new fees (existing fees keep their rule),
 * and the bank account for transfers. Notifies the owners of a changed account. If a second person must agree to the
 * account, it waits and only the rest is saved. Refuses as `changeSettings` does, and `waits-already` (another account
 * waits).
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
      if ((await requestApprovalStep(scope, wait)).isOther) return refused('waits-already')
      await SchoolSettings.upsert({ schoolId, ...rules })
      return done()
    }
    Object.assign(options.details, after)
    await SchoolSettings.upsert({ schoolId, ...rules, ...after })
    await notifyOfAccount(scope, 'school fees', payload)
    return done()
  })
}

/**
 * Changes only the account, after a second person agreed. Refuses `changed` when the stored account is no longer
 * `before`.
 */
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
    await notifyOfAccount(scope, 'school fees', change)
    return done()
  })
}

/** Runs in the caller's transaction: notifies the owners that families now see another account. */
export function notifyOfAccount(scope: SchoolScope, purpose: string, { before, after }: AccountChange): Promise<void> {
  return notifyOwners(scope, `The bank account for ${purpose} was changed`, [
    `${scope.actor.name} has changed the bank account that families see for ${purpose}.`,
    `Before: ${accountWords(before)}\nNow: ${accountWords(after)}`,
    'If this is not right, change it back, and change the passwords of the school’s accounts at once.',
  ])
}

/** Returns the stored bank account and locks it; `changeSettings` has already locked the school's row. */
async function lockAccount({ schoolId }: SchoolScope): Promise<BankAccount> {
  const names = ['bankName', 'bankAccountNumber', 'bankIfscCode'] as const
  const stored = await selectRow(
    columnsOf(SchoolSettings, 't', ...names),
    'FROM school_settings t WHERE t.school_id = :schoolId FOR UPDATE',
    { schoolId },
  )
  return stored ?? noBankAccount
}
