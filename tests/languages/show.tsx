import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router'
import { renderFeeReceipt } from '~/documents/fee-receipt.server'
import type { RootData } from '~/http/use-root-data'
import { isLanguage } from '~/language/language'
import { m } from '~/language/paraglide/messages'
import { inLanguage } from '~/language/request.server'
import { amountInWords } from '~/models/core/shared/amount-in-words'
import LoginPage, { handle, loader } from '~/routes/students+/login'
import { wordsOfPdf } from '../factories/pdf-words'
import { receiptView } from '../factories/receipt-view'

/* Prints a page, a mail and the words of a paper in the language of the first argument, as JSON. */
const language = process.argv[2]
if (!isLanguage(language)) throw new Error(`Not a language: ${language}`)
const locale = language

async function showLoginPage(): Promise<string> {
  const path = '/students/login'
  const page = await loader({ request: new Request(`https://school.example${path}`), params: {}, context: {} })
  const root: RootData = { toast: null, language: locale, dataSaver: true, rendered: path }
  const routes = [{ id: 'root', element: <Outlet />, children: [{ id: 'page', path, element: <LoginPage /> }] }]
  const router = createMemoryRouter(routes, { initialEntries: [path], hydrationData: { loaderData: { root, page } } })
  return `<title>${handle.title(page)}</title>${renderToStaticMarkup(<RouterProvider router={router} />)}`
}

const shown = {
  page: await inLanguage(locale, showLoginPage),
  mail: m.mail_reset_text({ minutes: 30, links: 'https://school.example/reset' }, { locale }),
  amount: amountInWords(12_34_567_89, locale),
  receipt: wordsOfPdf(await renderFeeReceipt(receiptView, locale)),
}
process.stdout.write(JSON.stringify(shown))
