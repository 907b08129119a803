import { existsSync } from 'node:fs'
import { rightfulActor } from '../security/expectations'
import { policies } from '../security/policies'
import { makeWorld } from '../security/world'
import { isRouteDue } from '../setup/rotation'
import { expect, holdScripts, ready, reportStep, test } from './base'
import { redirectingPages } from './lead-on'
import { cookiesOf } from './people'

type Noting = Window & { noted?: ReadonlyArray<{ control: Element; name: string; left: number; top: number }> }

/** Notes the position of each link and control. Runs in the page, so it is self-contained. */
function noteControls(): void {
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')]
  const noting: Noting = window
  noting.noted = controls.flatMap((control) => {
    const { left, top, width } = control.getBoundingClientRect()
    const isSeen = width > 0 && getComputedStyle(control).visibility === 'visible'
    const name = `${control.tagName.toLowerCase()} "${control.textContent || control.getAttribute('name')}"`
    return isSeen ? [{ control, name, left, top: top + scrollY }] : []
  })
}

/** Returns one sentence for each noted link or control that has moved or disappeared. Runs in the page. */
function movedControls(): string[] {
  const { noted = [] }: Noting = window
  return noted.flatMap(({ control, name, left, top }) => {
    const now = control.getBoundingClientRect()
    if (now.width === 0) return [`${name} is gone`]
    const moved = [now.left - left, now.top + scrollY - top].map(Math.round)
    return moved.every((pixels) => pixels === 0) ? [] : [`${name} moved by ${moved.join(' and ')} px`]
  })
}

/** Pages with controls that appear above others once scripts run. Every run opens these, but only some others. */
const alwaysDue = ['routes/school+/second-factor.index', 'routes/students+/_shell+/transport+/places.$end']

test('no page moves a link or control when its scripts load', { tag: '@enhanced' }, async ({
  page,
  context,
  mode,
  baseURL: url = '',
}) => {
  const world = await makeWorld({ dataDir: process.env.DATA_DIR ?? '' })
  // Uses a phone's width: on a wide screen, controls are side by side and rarely move each other.
  await page.setViewportSize({ width: 360, height: 740 })
  const moved: string[] = []
  for (const [id, policy] of Object.entries(policies)) {
    const isPage = policy.get !== 'nobody' && existsSync(`app/${id}.tsx`) && !redirectingPages.includes(id)
    if (!isPage || !(alwaysDue.includes(id) || isRouteDue(id, 20))) continue
    reportStep()
    const address = policy.at(world.own)
    await context.clearCookies()
    const enhance = { name: 'enhance', value: '1', url }
    await context.addCookies([enhance, ...cookiesOf(world.cookies[rightfulActor(policy.get)])])
    const release = await holdScripts(page)
    await page.goto(address, { waitUntil: 'commit' })
    await page.waitForFunction(() => document.readyState !== 'loading' && document.styleSheets.length > 0)
    await page.evaluate(noteControls)
    await release()
    // Charts and maps load when the browser is idle.
    await ready(page, mode)
    await page.waitForLoadState('networkidle')
    moved.push(...(await page.evaluate(movedControls)).map((what) => `${address}: ${what}`))
  }
  expect(moved).toEqual([])
})
