/** SQL of whether the guardian `alias` has an invitation that can still be activated. */
export const isInvitedSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM guardian_invitations gi WHERE gi.school_id = ${alias}.school_id AND gi.guardian_id = ${alias}.id
    AND gi.used_at IS NULL AND gi.expires_at > UTC_TIMESTAMP(3))`
