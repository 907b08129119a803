import { execute } from '~/database/database.server'

/** What a made school has behind it is history: nobody is written to about it when the portal starts. */
export async function forgetMail(school: { id: number }): Promise<void> {
  const values = { schoolId: school.id }
  await execute("DELETE FROM jobs WHERE school_id = :schoolId AND kind = 'send-mail'", values)
  await execute('DELETE FROM outgoing_mail WHERE school_id = :schoolId', values)
}
