import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { makeEnrollment } from './academics'
import { signedInStudent } from './accounts'
import { makeSchool } from './school'
import { makeStudent } from './student'

const here = 'http://localhost:3000/students/vehicles'

// biome-ignore lint/suspicious/noExplicitAny: each route returns other data
type Answer = any

/** Creates an enrolled student who has signed in; returns the session cookie too. */
export async function makePassenger() {
  const school = await makeSchool()
  const student = await makeStudent(school)
  await makeEnrollment(student)
  const { cookie } = await signedInStudent(student)
  return { school, student, cookie }
}

export type Passenger = Awaited<ReturnType<typeof makePassenger>>

/** Returns the data of a page's loader, or the response that it throws. */
export async function open(
  load: (args: LoaderFunctionArgs) => Promise<unknown>,
  { cookie }: { cookie: string },
  query = '',
  params: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(here + query, { headers: { cookie } })
  try {
    return await load({ request, params, context: {} })
  } catch (thrown) {
    return thrown
  }
}

/** Returns the response of a page's action to a form. */
export async function send(
  act: (args: ActionFunctionArgs) => Promise<unknown>,
  { cookie }: { cookie: string },
  body: object,
  params: Record<string, string> = {},
): Promise<Answer> {
  const request = new Request(here, { method: 'POST', headers: { cookie }, body: new URLSearchParams({ ...body }) })
  return act({ request, params, context: {} })
}

export const errorsOf = (answer: { data: { result: { error: object } } }) => answer.data.result.error
export const whereTo = (answer: Response) => [answer.status, answer.headers.get('Location')]
