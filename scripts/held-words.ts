/** Reminder printed by each command that restores rows. */
export const heldWorkReminder =
  'Mails, messages, refunds and notices are held: some may have gone out after this state. See and release them: npm run held'
