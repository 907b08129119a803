/** SQL condition: a link `k` gives at least one right, and an adult student has not blocked it. */
export const givesRightSql = 'k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)'

/**
 * Number of wrong contacts after which an invitation is void: someone else has probably found the code, and the office
 * creates another.
 */
export const invitationTries = 10

/**
 * SQL condition: the invitation `alias` is unused, has not expired and has attempts left; `requiredContacts` checks the
 * guardian's contacts.
 */
export const isOpenSql = (alias: string) =>
  `${alias}.used_at IS NULL AND ${alias}.expires_at > UTC_TIMESTAMP(3) AND ${alias}.wrong_tries < ${invitationTries}`

/** SQL condition: the guardian `alias` has an invitation that can still be activated. */
export const isInvitedSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM guardian_invitations gi WHERE gi.school_id = ${alias}.school_id AND gi.guardian_id = ${alias}.id AND ${isOpenSql('gi')})`
