import { inTransaction, selectOne } from '~/database/database.server'
import { tellFamily } from '~/models/messaging/tell-family.server'
import { addUsualTemplates } from '~/models/messaging/templates.server'
import type { MadeSchool } from './school'
import type { MadeStudent } from './student'

export interface MessagingThings {
  message: string
  template: string
  spareTemplate: string
}

/** Drafts of the usual texts, and a message to the student's family that waits. */
export async function makeMessagingThings(school: MadeSchool, student: MadeStudent): Promise<MessagingThings> {
  await addUsualTemplates(school.scope)
  const values = {
    kind: { en: 'Bonafide', hi: 'बोनाफाइड', gu: 'બોનાફાઇડ' },
    notice: 'School closed',
    date: '2026-07-12',
  }
  await inTransaction(() =>
    tellFamily(school.scope, { event: 'urgent', studentId: student.id, values, onceKey: `made:${student.id}` }),
  )
  const idOf = async (table: string, more: string) => {
    const row = await selectOne<{ id: string }>(
      `SELECT public_id AS id FROM ${table} WHERE school_id = :schoolId ${more} ORDER BY id LIMIT 1`,
      { schoolId: school.id },
    )
    return row?.id ?? ''
  }
  const message = await idOf('outgoing_messages', '')
  return {
    message,
    template: await idOf('message_templates', "AND event = 'absent'"),
    spareTemplate: await idOf('message_templates', "AND event = 'results'"),
  }
}
