import { expect, it } from 'vitest'
import * as run from '~/routes/school+/_shell+/settings+/privacy.runs.$id.index'
import { signedInStaff } from '../factories/accounts'
import { readRow } from '../factories/read'
import { makeRun } from '../factories/retention'
import { makeSchool, makeStaff } from '../factories/school'

const password = 'Mango-tree-by-the-wall-7'

type Handler = (args: { request: Request; context: object; params: object }) => unknown

it('refuses to confirm a removal of personal data without the password, even right after sign-in', async () => {
  const school = await makeSchool()
  const [asker, other] = [await makeStaff(school), await makeStaff(school, { password })]
  const id = await makeRun(asker)
  // Signed in just now.
  const { cookie } = await signedInStaff(other)
  const confirm = async (fields: Record<string, string>) => {
    const request = new Request(`http://localhost:3000/school/settings/privacy/runs/${id}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { Cookie: cookie },
    })
    const answer = await Promise.resolve(
      (run.action as unknown as Handler)({ request, context: {}, params: { id } }),
    ).catch((thrown: unknown) => thrown)
    const row = await readRow<{ state: string }>('SELECT state FROM retention_runs WHERE public_id = :id', { id })
    const { init, data } = answer as { init?: { status: number }; data?: { error: Record<string, string[]> } }
    return { status: answer instanceof Response ? answer.status : init?.status, error: data?.error, state: row?.state }
  }
  const missing = { own_password: ['Password is required'] }
  expect(await confirm({})).toEqual({ status: 422, error: missing, state: 'asked' })
  const wrong = { own_password: ['Password incorrect'] }
  expect(await confirm({ own_password: 'wrong' })).toEqual({ status: 422, error: wrong, state: 'asked' })
  expect(await confirm({ own_password: password })).toMatchObject({ status: 303, state: 'running' })
})
