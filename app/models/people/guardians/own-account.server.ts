import { execute, inTransaction, selectRow, text, textOrNull } from '~/database/database.server'
import type { Language } from '~/language/language'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import type { GuardianScope } from '~/models/core/shared/scope.server'

/** Sign-in names of the guardian; the address also receives the link for a forgotten password. */
export function findSignInFacts({ accountId }: GuardianScope) {
  return selectRow(
    { name: text('name'), mobileNumber: textOrNull('mobile_number'), email: textOrNull('email') },
    'FROM guardian_accounts WHERE id = :accountId',
    { accountId },
  )
}

/** Sets the language of mails and messages to the guardian, for all schools of the children. */
export function chooseGuardianLanguage(scope: GuardianScope, language: Language): Promise<void> {
  return inTransaction(async () => {
    const values = { accountId: scope.accountId, language }
    await execute('UPDATE guardian_accounts SET language = :language WHERE id = :accountId', values)
    await execute('UPDATE family_guardians SET language = :language WHERE account_id = :accountId', values)
    await recordAudit(scope, {
      action: 'guardian.language-chosen',
      subject: { kind: 'guardian', id: null },
      details: { language },
    })
  })
}
