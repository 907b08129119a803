/**
 * Maximum mails of a school per day. Before the operator's approval `waiting`, account mails only; afterwards
 * `approved`, or `eachStudent` per active student if that is more. `oneAddress`: account mails to one address; this is
 * more than the forms for a new password can send (4, then one per quarter of an hour). `oneAddressWaiting`: the lower
 * limit before approval, because the school may have entered a stranger's address for its staff.
 */
export const mailsADay = {
  waiting: 50,
  approved: 500,
  eachStudent: 10,
  oneAddress: 150,
  oneAddressWaiting: 10,
} as const

/**
 * Account mails per day that the office of an approved school may cause, to all addresses: `least`, or `eachPerson` for
 * each active student, active staff user and guardian if that is more.
 */
export const officeMailsADay = { least: 1_000, eachPerson: 5 } as const

/**
 * `bulk`: the same content to many, with an unsubscribe option; `transactional`: about an action or request of the
 * recipient; `account`: about sign-in, password and safety.
 */
export const mailKinds = ['transactional', 'bulk', 'account'] as const
export type MailKind = (typeof mailKinds)[number]

/** `skipped`: never sent, for example because the recipient has unsubscribed or the address bounces. */
export const mailStates = ['waiting', 'sent', 'failed', 'skipped'] as const

/** Ways in which a recipient unsubscribes from bulk mail. `complaint`: the recipient has reported a mail as spam. */
export const unsubscribeWays = ['page', 'one_click', 'complaint'] as const
export type UnsubscribeWay = (typeof unsubscribeWays)[number]

/**
 * Mails per day to personal accounts of one provider above which Gmail, Yahoo and Outlook require SPF, DKIM and DMARC.
 */
export const bulkSenderMails = 5_000
