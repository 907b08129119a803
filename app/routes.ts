import { remixRoutesOptionAdapter } from '@remix-run/routes-option-adapter'
import { flatRoutes } from 'remix-flat-routes'

/**
 * Route files, in folders that follow their URLs. Files that begin with `__` are parts of the neighbouring pages, not
 * routes; `index[.]csv.ts` is the list of its folder as a file: `/school/classes.csv`.
 */
export default remixRoutesOptionAdapter((defineRoutes) =>
  flatRoutes(
    'routes',
    (define) =>
      defineRoutes((route) => {
        const ofFile: typeof route = (path, ...rest) =>
          route(path?.replace(/\/index\.csv$/, '.csv'), ...(rest as [string]))
        define(ofFile)
      }),
    { ignoredRouteFiles: ['**/.*', '**/*.css', '**/*.test.{ts,tsx}', '**/__*'] },
  ),
)
