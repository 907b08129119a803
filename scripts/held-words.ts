/** Reminder printed by each command that restores rows. */
export const heldWorkReminder =
  'Mails, messages, refunds and notices are held, because some may have been sent after this moment. List and release them: npm run held'
