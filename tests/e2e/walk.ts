import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { field, goBySidebar, type Mode, type Page, press } from './base'

interface Task {
  name: string
  clicks: number
  typed: number
}

/** Screen size of a student's phone in the pictures. */
const phone = { width: 360, height: 740 }

/**
 * Performs and counts user actions, task by task: a click is a followed link, a pressed button, a tick or a choice; a
 * typed field is a field filled by hand. With WALKTHROUGH_PICTURES set to a folder, the enhanced mode takes the
 * numbered pictures of docs/walkthrough.md.
 */
export class Walk {
  readonly #tasks: Task[] = []
  readonly #folder: string | undefined
  #pictures = 0

  constructor(readonly mode: Mode) {
    this.#folder = mode === 'enhanced' ? process.env.WALKTHROUGH_PICTURES : undefined
    if (this.#folder) mkdirSync(this.#folder, { recursive: true })
  }

  /** Starts a task; the following actions count for it. */
  task(name: string): void {
    this.#tasks.push({ name, clicks: 0, typed: 0 })
  }

  async follow(page: Page, link: string | RegExp): Promise<void> {
    this.#now.clicks += 1
    await page.locator('#main').getByRole('link', { name: link, exact: true }).first().click()
  }

  /** Follows a link of the sidebar: up to three clicks, when the menu of a phone and a group have to be opened. */
  async sidebar(page: Page, link: string): Promise<void> {
    this.#now.clicks += await goBySidebar(page, link)
  }

  async press(page: Page, button: string | RegExp): Promise<void> {
    this.#now.clicks += 1
    await press(page, button)
  }

  async type(page: Page | ReturnType<typeof field>, values: Record<string, string>): Promise<void> {
    for (const [label, value] of Object.entries(values)) {
      this.#now.typed += 1
      await field(page, label).fill(value)
    }
  }

  async choose(page: Page, label: string, option: string): Promise<void> {
    this.#now.clicks += 1
    await field(page, label).selectOption(option)
  }

  async tick(page: Page, label: string): Promise<void> {
    this.#now.clicks += 1
    await field(page, label).check()
  }

  /** Downloads the file that a link or button sends. */
  async download(page: Page, act: () => Promise<void>): Promise<{ name: string; path: string }> {
    const [file] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: file.suggestedFilename(), path: await file.path() }
  }

  /** Counts an action without a method above, such as choosing a file. */
  click(): void {
    this.#now.clicks += 1
  }

  /** Takes a picture of the screen, or of the part that `at` names. */
  async picture(page: Page, name: string, at?: string): Promise<void> {
    if (!this.#folder) return
    await page.evaluate((selector) => {
      const part = selector === null ? null : document.querySelector(selector)
      if (part) part.scrollIntoView({ block: 'start' })
      else scrollTo(0, 0)
    }, at ?? null)
    // Waits for the fonts; disabled animations show a moving toast at its final position.
    await page.evaluate(() => document.fonts.ready)
    const taken = await page.screenshot({ animations: 'disabled' })
    this.#pictures += 1
    const number = String(this.#pictures).padStart(2, '0')
    const small = await sharp(taken).png({ palette: true, colours: 48, compressionLevel: 9, effort: 10 }).toBuffer()
    writeFileSync(path.join(this.#folder, `${number}-${name}.png`), small)
  }

  /** Clicks of all tasks. */
  get clicks(): number {
    return this.#sum((task) => task.clicks)
  }

  #sum(of: (task: Task) => number): number {
    return this.#tasks.reduce((so, task) => so + of(task), 0)
  }

  /** Returns the counts as the table of docs/walkthrough.md. */
  table(): string {
    return [
      '| task | clicks | fields typed |',
      '|---|---|---|',
      ...this.#tasks.map(({ name, clicks, typed }) => `| ${name} | ${clicks} | ${typed} |`),
      `| all | ${this.clicks} | ${this.#sum((task) => task.typed)} |`,
    ].join('\n')
  }

  get #now(): Task {
    const task = this.#tasks.at(-1)
    if (!task) throw new Error('Say first which task this belongs to')
    return task
  }
}

/** Sets the width of a student's phone, in any mode. */
export async function onPhone(page: Page): Promise<Page> {
  await page.setViewportSize(phone)
  return page
}
