import { execute, inTransaction, number, selectRow, selectRows, text, textOrNull } from '~/database/database.server'
import type { Language } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { recordAudit } from '~/models/core/audit/record-audit.server'
import { enqueueMail } from '~/models/core/outbox/enqueue.server'
import { done, refused } from '~/models/core/shared/outcome'
import { takeQuota } from '~/models/core/shared/quota.server'
import type { GuardianScope } from '~/models/core/shared/scope.server'
import { findSender } from '~/models/people/accounts/guardian-accounts.server'
import { emailLinkMinutes } from '~/models/people/accounts/options'
import { proveOwnPassword } from '~/models/people/accounts/passwords/own-password.server'
import { voidResetLinks } from '~/models/people/accounts/passwords/reset-password.server'
import { closeOtherSessions } from '~/models/people/accounts/sign-in/sessions.server'
import { accountsSharingAName } from '~/models/people/students/options'
import { decryptOrNull, encrypt } from '~/services/secrets/secrets.server'

/** Daily limit of changes per account: each may send a mail to any typed address. */
const changesADay = 5

const tokenContext = 'guardian.email'

/** The names with which a guardian can sign in. */
interface SignInNames {
  mobileNumber: string | null
  /** In lower case. */
  email: string | null
}

/** Submitted form: both sign-in names after the change, and the current password. */
type SignInChange = SignInNames & { password: string; language: Language }

/** Encrypted content of a link to a new address: only APP_KEY can create one. */
type EmailChange = [accountId: number, email: string, emailBefore: string | null, endsAt: number]

/**
 * Changes the guardian's sign-in names after checking the password. A new address, which can reset the password, takes
 * effect once its reader has opened the mailed link. Ends other sessions and notifies the previous address. Refuses
 * `none-left` (neither number nor address), `crowded` (too many accounts share the name) and `too-often`.
 * @param linkOf makes the full URL of the confirmation page for a token
 * @returns the address that awaits confirmation, or null
 */
export async function changeSignIn(
  scope: GuardianScope,
  { password, language, ...requested }: SignInChange,
  { keepToken, linkOf }: { keepToken: string; linkOf: (token: string) => string },
) {
  const proof = await proveOwnPassword(scope, password)
  if (!proof.ok) return proof
  return inTransaction(async () => {
    const account = await lockAccount(scope)
    // The password was changed concurrently.
    if (account?.hash !== proof.hash) return refused('wrong-password')
    const emailToConfirm = requested.email !== null && requested.email !== account.email ? requested.email : null
    // Values to write now; a new address is written once it is confirmed.
    const after = {
      mobileNumber: requested.mobileNumber,
      email: emailToConfirm === null ? requested.email : account.email,
    }
    if (after.mobileNumber === null && after.email === null) return refused('none-left')
    const isChangedNow = after.mobileNumber !== account.mobileNumber || after.email !== account.email
    if (!isChangedNow && emailToConfirm === null) return done({ emailToConfirm })
    if (!(await takeQuota(`guardian-sign-in:${scope.accountId}`, changesADay, 86_400))) return refused('too-often')
    if (
      after.mobileNumber !== account.mobileNumber &&
      (await isSharedByTooMany(scope, 'mobile_number', after.mobileNumber))
    )
      return refused('crowded')
    if (await isSharedByTooMany(scope, 'email', emailToConfirm)) return refused('crowded')
    if (isChangedNow) await writeNames(scope, account, after, { keepToken, language })
    if (emailToConfirm !== null) {
      const change = { accountId: scope.accountId, name: account.name, email: emailToConfirm, emailBefore: after.email }
      await mailConfirmation(change, language, linkOf)
    }
    return done({ emailToConfirm })
  })
}

/** New address that a mail asks its reader to confirm; `emailBefore` is the one that it replaces. */
type EmailConfirmation = { accountId: number; name: string; email: string; emailBefore: string | null }

export async function mailConfirmation(
  { accountId, name, email, emailBefore }: EmailConfirmation,
  locale: Language,
  linkOf: (token: string) => string,
): Promise<void> {
  const change: EmailChange = [accountId, email, emailBefore, Date.now() + emailLinkMinutes * 60_000]
  const link = linkOf(encrypt(JSON.stringify(change), tokenContext))
  const { sender, names } = await findSender(accountId)
  await enqueueMail({
    ...sender,
    to: email,
    isOfAccount: true,
    subject: m.guardians_mail_confirm_subject({}, { locale }),
    text: m.guardians_mail_confirm(
      { name: inLanguage(locale, names).person(name), link, minutes: emailLinkMinutes },
      { locale },
    ),
  })
}

/**
 * Confirms a new address from the mailed link, for the signed-in guardian. The link is valid for thirty minutes, unless
 * the account's address changes earlier. Refuses `link-not-valid` and `crowded`.
 */
export function confirmEmail(scope: GuardianScope, token: string, options: { keepToken: string; language: Language }) {
  return inTransaction(async () => {
    const emailChange = readToken(token)
    const account = await lockAccount(scope)
    if (!emailChange || !account) return refused('link-not-valid')
    const [accountId, email, emailBefore, endsAt] = emailChange
    if (accountId !== scope.accountId || endsAt < Date.now() || emailBefore !== account.email)
      return refused('link-not-valid')
    if (await isSharedByTooMany(scope, 'email', email)) return refused('crowded')
    await writeNames(scope, account, { mobileNumber: account.mobileNumber, email }, options)
    return done({ email })
  })
}

function readToken(token: string): EmailChange | null {
  const content = token.length < 1000 ? decryptOrNull(token, tokenContext) : null
  return content === null ? null : JSON.parse(content)
}

type LockedAccount = SignInNames & { name: string; hash: string }

function lockAccount({ accountId }: GuardianScope): Promise<LockedAccount | null> {
  return selectRow(
    {
      name: text('name'),
      hash: text('password_hash'),
      mobileNumber: textOrNull('mobile_number'),
      email: textOrNull('email'),
    },
    'FROM guardian_accounts WHERE id = :accountId FOR UPDATE',
    { accountId },
  )
}

/**
 * Returns true when `accountsSharingAName` other accounts already have this number or address. The limit exists because
 * a sign-in checks only a limited number of accounts.
 */
async function isSharedByTooMany({ accountId }: GuardianScope, column: 'mobile_number' | 'email', name: string | null) {
  if (name === null) return false
  const others = await selectRow(
    { count: number('COUNT(*)') },
    `FROM guardian_accounts WHERE ${column} = :name AND id <> :accountId AND status = 'active'`,
    { name, accountId },
  )
  return others !== null && others.count >= accountsSharingAName
}

/**
 * Runs in the caller's transaction: writes the names, signs out sessions that used the previous ones, and notifies the
 * previous address.
 */
async function writeNames(
  scope: GuardianScope,
  account: LockedAccount,
  { mobileNumber, email }: SignInNames,
  { keepToken, language: locale }: { keepToken: string; language: Language },
): Promise<void> {
  const accountSubject = { kind: 'guardian', schoolId: null, id: scope.accountId } as const
  await execute(
    `UPDATE guardian_accounts SET mobile_number = :mobileNumber, email = :email, updated_at = UTC_TIMESTAMP(3) WHERE id = :accountId`,
    { mobileNumber, email, accountId: scope.accountId },
  )
  await closeOtherSessions(scope, accountSubject, keepToken)
  await voidResetLinks(accountSubject)
  const details = { mobile: mobileNumber !== account.mobileNumber, email: email !== account.email }
  await recordAudit(scope, { action: 'guardian.sign-in-changed', subject: { kind: 'guardian', id: null }, details })
  if (account.email === null) return
  const { sender, names } = await findSender(scope.accountId)
  await enqueueMail({
    ...sender,
    to: account.email,
    isOfAccount: true,
    subject: m.guardians_mail_changed_subject({}, { locale }),
    text: m.guardians_mail_changed({ name: inLanguage(locale, names).person(account.name) }, { locale }),
  })
}

/**
 * Lists schools that marked the guardian's number or address as wrong, with the number's last two digits and the
 * address.
 */
export function listWrongContacts({ accountId }: GuardianScope) {
  return selectRows(
    {
      schoolName: text('c.name'),
      mobileEnd: textOrNull("IF(g.mobile_state = 'wrong', RIGHT(g.mobile_number, 2), NULL)"),
      email: textOrNull("IF(g.email_state = 'wrong', g.email, NULL)"),
    },
    `FROM family_guardians g JOIN schools c ON c.id = g.school_id
     WHERE g.account_id = :accountId AND ((g.mobile_number IS NOT NULL AND g.mobile_state = 'wrong')
       OR (g.email IS NOT NULL AND g.email_state = 'wrong')) ORDER BY c.name, g.id`,
    { accountId },
  )
}
