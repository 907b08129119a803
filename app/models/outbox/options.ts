/**
 * Mails that a school may put in the outbox within a day: before the operator's yes, when only those of accounts go out; after it at least so many, and so many for each
 * active student where that is more.
 */
export const mailsADay = { waiting: 50, approved: 500, eachStudent: 10 } as const

/**
 * `bulk`: the same to many, of which a reader may have no more; `transactional`: about what the reader did or asked; `account`: of sign-in,
 * password and safety.
 */
export const mailKinds = ['transactional', 'bulk', 'account'] as const
export type MailKind = (typeof mailKinds)[number]

/** `skipped`: not sent, because its reader wants no such mail, or mails for the address come back. */
export const mailStates = ['waiting', 'sent', 'failed', 'skipped'] as const
export type MailState = (typeof mailStates)[number]

/** How somebody came to want no bulk mail; a complaint to the mail provider counts as that. */
export const unsubscribeWays = ['page', 'one_click', 'complaint'] as const
export type UnsubscribeWay = (typeof unsubscribeWays)[number]

/** Above so many mails a day to one provider's personal accounts, Gmail, Yahoo and Outlook ask for SPF, DKIM and DMARC. */
export const bulkSenderMails = 5_000
