import { expect, it } from 'vitest'
import { inTransaction } from '~/database/database.server'
import { newPublicId } from '~/models/core/shared/public-id.server'
import { readRow } from '../../../../tests/factories/read'
import { makeSchool } from '../../../../tests/factories/school'
import { enqueueMessage } from './message-queue.server'

it.each([
  ['receipt', 'money'],
  ['bounced', 'money'],
  ['certificate', 'waited'],
  ['absence', 'bulk'],
])('gives the job of a message the class of its event: %s', async (event, jobClass) => {
  const school = await makeSchool()
  await inTransaction(() => enqueueMessage(school.id, { publicId: newPublicId(), event }))
  expect(
    await readRow("SELECT class FROM jobs WHERE school_id = :id AND kind = 'send-message'", { id: school.id }),
  ).toEqual({ class: jobClass })
})
