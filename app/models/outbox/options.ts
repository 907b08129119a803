/**
 * Mails that a school may put in the outbox within a day: before the operator's yes; after it at least so many, and so many for each
 * active student where that is more.
 */
export const mailsADay = { waiting: 50, approved: 500, eachStudent: 10 } as const
