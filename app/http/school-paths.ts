// Pages need their title and their links: one import for both.
export { schoolPaths } from '~/addresses/school-paths'
export { pageTitle } from './page'
