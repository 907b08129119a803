import { Trouble, waitFor } from '../../scripts/processes.mjs'

/** Scripts that each visit loads here. A real first visit loads more, which scripts/deploy-files.test.ts covers. */
const scripts = [1, 2, 3, 4]
const signIn = { method: 'POST', body: 'a=b' }
const isRefused = ({ status }) => status === 429

/**
 * Checks how many requests docs/deploy/nginx.conf allows from one address. The order matters: the students of the first
 * check use up most of the allowed burst.
 */
export async function checkLimits({ check, ask }) {
  const page = () => ask('/students/fees')
  const expectPassed = async (path, options) => {
    const { status } = await ask(path, options)
    if (status !== 200) throw new Trouble(`${path} got ${status}.`)
  }
  const expectWords = (answer) => {
    const hasWords = answer && /Too many requests from your network/.test(answer.body.toString())
    if (!hasWords || answer.headers['retry-after'] !== '5') throw new Trouble('The flood was not refused in words.')
  }

  await check('600 students of one address sign in and open pages at once: none is refused', async () => {
    const answers = await allAtOnce(600, [
      ...scripts.map((script) => () => ask(`/assets/${script}.js`)),
      () => ask('/students/login'),
      () => ask('/Students/Login', signIn),
      ...['/students', '/students/fees', '/students/timetable'].map((path) => () => ask(path)),
    ])
    const others = answers.filter(({ status }) => status !== 200)
    if (others.length > 0) throw new Trouble(`${others.length} of ${answers.length} got ${others[0].status}.`)
  })

  await check('a flood of sign-ins gets 429 in words, pages pass', async () => {
    const answers = await allAtOnce(1500, [() => ask('/Students/Login', signIn)])
    expectWords(answers.find(isRefused))
    await expectPassed('/students/login')
  })

  await check('a flood of pages gets 429 in words; scripts and forms pass, pages again a moment later', async () => {
    let answers = []
    for (let turn = 0; turn < 20 && !answers.some(isRefused); turn++) answers = await allAtOnce(1000, [page])
    expectWords(answers.find(isRefused))
    await expectPassed('/assets/one.js')
    await expectPassed('/students/payments/1', signIn)
    if (!(await waitFor(async () => !isRefused(await page()), 10_000))) throw new Trouble('No page came after it.')
  })
}

/** Lets this many students send all requests, each student one after the other; returns all responses. */
async function allAtOnce(students, requests) {
  const answers = await Promise.all(
    Array.from({ length: students }, async () => {
      const own = []
      for (const send of requests) own.push(await send())
      return own
    }),
  )
  return answers.flat()
}
