import { data, type LoaderFunctionArgs } from '@remix-run/node'
import {
  isRouteErrorResponse,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { UNSAFE_DataRouterStateContext as DataRouterState } from 'react-router'
import { ErrorPage } from '~/components/shell/error-page'
import { isPageHandle } from '~/http/page'
import { isDataSaver } from '~/http/render-mode.server'
import { takeToast } from '~/http/toast.server'
import type { RootData } from '~/http/use-root-data'
import { currentLanguage } from '~/language/current'
import { m } from '~/language/paraglide/messages.js'
import probeUrl from './probe.js?url'
import { useRenderMode } from './render-mode'
import stylesUrl from './styles/index.css?url'

export async function loader({ request }: LoaderFunctionArgs) {
  const { toast, headers } = await takeToast(request)
  const root: RootData = { toast, language: currentLanguage(), dataSaver: isDataSaver(request) }
  return data(root, { headers })
}

/** Title of the deepest page that has one; "Error:" in front when its form came back with errors. */
function usePageTitle(): string {
  const matches = useMatches()
  const routeError = useRouteError()
  const state = useContext(DataRouterState)
  const failed = Object.values(state?.actionData ?? {}).some(
    (result) => typeof result === 'object' && result !== null && 'status' in result && result.status === 'error',
  )
  if (isRouteErrorResponse(routeError)) {
    if (routeError.status === 404) return m.public_not_found_title()
    if (routeError.status === 403) return m.public_forbidden_title()
  }
  if (routeError) return m.public_error_title()
  const page = matches.filter((match) => isPageHandle(match.handle)).at(-1)
  const title = page && isPageHandle(page.handle) ? page.handle.title(page.data) : ''
  const whole = title ? `${title} · ${m.shared_app_name()}` : m.shared_app_name()
  return failed ? m.public_title_with_error({ title: whole }) : whole
}

export function Layout({ children }: { children: ReactNode }) {
  const loaded = useRouteLoaderData<RootData>('root')
  const { enhanced, nonce } = useRenderMode()
  return (
    <html lang={loaded?.language ?? currentLanguage()}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{usePageTitle()}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesUrl} />
        {loaded?.dataSaver ? null : <script type="module" src={probeUrl} />}
      </head>
      <body>
        {children}
        {enhanced ? <ScrollRestoration nonce={nonce} /> : null}
        {enhanced ? <Scripts nonce={nonce} /> : null}
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

export function ErrorBoundary() {
  const error = useRouteError()
  const { databaseGone, requestId } = useRenderMode()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return <ErrorPage status={404} title={m.public_not_found_title()} message={m.public_not_found_text()} />
  }
  if (isRouteErrorResponse(error) && error.status === 403) {
    return <ErrorPage status={403} title={m.public_forbidden_title()} message={m.public_forbidden_text()} />
  }
  if (databaseGone) {
    return (
      <ErrorPage
        status={503}
        title={m.public_unreachable_title()}
        message={m.public_unreachable_text()}
        requestId={requestId}
      />
    )
  }
  return <ErrorPage status={500} title={m.public_error_title()} message={m.public_error_text()} requestId={requestId} />
}
