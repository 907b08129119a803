import { type Page, readToEnd } from '~/kit/tables/select-page.server'
import { clientGoneSignal, turnOfAccount } from '~/services/programs/asker.server'
import { Turns } from '~/services/programs/turns.server'

/** Files of at most this many rows are sent without waiting, even if the account has requested many other files. */
const rowsOfSmallFile = 500

/** Maximum duration of a large download: ten minutes are enough for 20 MB at 40 KB a second. */
const maxMinutes = 10

/**
 * Limits large files of this process: each holds a database connection while its client reads, and slows down pages. At
 * most one runs per account, two per school and three in all; others wait up to 15 seconds.
 */
const turns = new Turns({ atOnce: { all: 3, owner: 1, group: 2 }, seconds: 15, max: 20, maxOfOwner: 2, maxOfGroup: 4 })

/**
 * Yields a list's rows for a file, page by page. Reads a small list at once. A large one waits for a turn and holds it
 * until its last page is read.
 * @throws ProgramTrouble `own-share` or `too-many` when too many other large files run or wait, or the signal's reason
 * when the client disconnected
 */
export async function* pagesOfFile<Row>(
  pageOfList: (paging: { page: number; pageSize: number }) => Promise<Page<Row>>,
): AsyncGenerator<readonly Row[], void> {
  const first = await pageOfList({ page: 1, pageSize: rowsOfSmallFile })
  if (first.pages <= 1) return yield first.rows
  const giveBack = await turns.take(turnOfAccount(), clientGoneSignal())
  const end = performance.now() + maxMinutes * 60_000
  try {
    for await (const rows of readToEnd(pageOfList, rowsOfSmallFile)) {
      if (performance.now() > end) throw new Error(`A download took more than ${maxMinutes} minutes`)
      yield rows
    }
  } finally {
    giveBack()
  }
}
