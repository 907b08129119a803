import type { Answer } from '../factories/app'
import type { Verdict } from './expectations'
import type { House, ServedRoute } from './house'
import { policies } from './policies'
import type { RoutePolicy } from './policy'

export interface Declared {
  route: ServedRoute
  policy: RoutePolicy
}

export function declaredIn(house: House): Declared[] {
  return house.routes.flatMap((route) => {
    const policy = policies[route.id]
    return policy ? [{ route, policy }] : []
  })
}

/** Returns the redirect target of a response without its query; undefined when it does not redirect. */
export function addressOf(answer: Answer): string | undefined {
  return [202, 302, 303].includes(answer.status) ? answer.headers.location?.split('?')[0] : undefined
}

const ways: Partial<Record<string, Verdict>> = {
  '/students/login': 'student login',
  '/school/login': 'school login',
  '/guardians/login': 'guardian login',
  '/guardians/activate': 'invitation first',
  '/students/choose-password': 'choose password',
  '/school/second-factor': 'second step',
  '/school/second-factor/set-up': 'set up second factor',
}

/** Returns true when the response matches the verdict; `leadsTo` is the redirect target of an accepted request. */
export function agrees(answer: Answer, expected: Verdict, leadsTo?: string): boolean {
  const to = addressOf(answer)
  if (expected === 'in') return leadsTo === undefined ? answer.status === 200 : to === leadsTo
  if (expected === 'led home') return to === '/students' || to === '/school' || to === '/guardians'
  return to === undefined ? answer.status === expected : ways[to] === expected
}

export function describeAnswer(answer: Answer): string {
  return `${answer.status}${answer.headers.location ? ` to ${answer.headers.location}` : ''}`
}
