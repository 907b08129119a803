/** SQL: a link `k` gives rights that are worth an account; none of the three is nothing, and a student of 18 may have shut the guardian out. */
export const givesRightSql = 'k.shut_out_at IS NULL AND (k.may_see = 1 OR k.may_pay = 1 OR k.is_told = 1)'

/** Wrong numbers that one invitation takes: then it was found by somebody else, and the office makes another. */
export const invitationTries = 10

/** SQL: the invitation `alias` can be activated yet, as far as time and tries go; whether it still fits the guardian's number says `contactsAsked`. */
export const isOpenSql = (alias: string) =>
  `${alias}.used_at IS NULL AND ${alias}.expires_at > UTC_TIMESTAMP(3) AND ${alias}.wrong_tries < ${invitationTries}`

/** SQL of whether the guardian `alias` has an invitation that can still be activated. */
export const isInvitedSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM guardian_invitations gi WHERE gi.school_id = ${alias}.school_id AND gi.guardian_id = ${alias}.id AND ${isOpenSql('gi')})`
