import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { vitePlugin as remix } from '@remix-run/dev'
import browserslist from 'browserslist'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig } from 'vite'
import remixOptions from './remix.config.js'
import { paraglideOptions } from './scripts/words.mjs'

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    // The build compiles the messages once beforehand (scripts/build.mjs); development watches them.
    ...(command === 'serve' ? [paraglideVitePlugin(paraglideOptions)] : []),
    remix(remixOptions),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  css: { transformer: 'lightningcss', lightningcss: { targets: browserslistToTargets(browserslist()) } },
  build: {
    target: 'es2020',
    cssMinify: 'lightningcss',
    // Slower than Vite's own minifier, but 4 % smaller, which matters more on phones.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, ecma: 2020, compress: { passes: 2 } },
    // No inlining: the content security policy allows no data: scripts, and the probe must be a file.
    assetsInlineLimit: 0,
    sourcemap: false,
    rollupOptions: {
      output: {
        // File names without module names: every page fetches the list of all files of its part of the portal, and half
        // of that list was module names.
        ...(isSsrBuild ? {} : { entryFileNames: 'assets/[hash].js', chunkFileNames: 'assets/[hash].js' }),
        hashCharacters: 'base36',
        // React in its own chunk: a file of ours in the same chunk would import `house`, which imports React, and the
        // cycle would block both.
        manualChunks: (id) =>
          isOfReact(id) ? 'react' : isOfEveryPage(id) ? 'house' : isOfPersons(id) ? 'persons' : undefined,
        onlyExplicitManualChunks: true,
      },
    },
  },
  // Development: Remix scans all modules of a page for styles, and Vite would try to bundle everything it finds for the
  // browser, including Sequelize, and fail. So the browser's dependencies are listed here, and discovery is off.
  optimizeDeps: { noDiscovery: true, include: ['react-dom', 'react-router'] },
  server: { middlewareMode: true },
}))

function isOfReact(id: string): boolean {
  return (
    /\/node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|turbo-stream|@remix-run\/(react|router))\//.test(
      id,
    ) ||
    id.includes('commonjsHelpers') ||
    id.includes('vite/preload-helper')
  )
}

/**
 * Modules of every page: the shell, the small components of `ui`, their messages. One file compresses better than forty
 * and costs one request.
 */
function isOfEveryPage(id: string): boolean {
  return (
    /\/app\/(components\/(ui|shell)\/|components\/maps\/map-document\.ts|addresses\/(links|paths)\.ts|http\/(paths|use-root-data|page)\.ts|language\/(current|language)\.ts|models\/core\/shared\/paging\.ts)/.test(
      id,
    ) ||
    /\/paraglide\/(runtime|messages\/(shared|shell|public_saver)_\w+|messages\/dashboard_academic_link|messages\/(dashboard|profile|fees|attendance|exams|timetable|notices|results|quizzes|shop|transport|vehicles)_title)\.js/.test(
      id,
    )
  )
}

/** Fields and options of every form about a person. */
function isOfPersons(id: string): boolean {
  return (
    /\/app\/models\/people\/students\/options\.ts/.test(id) ||
    /\/paraglide\/messages\/students_((first|last|mother|father)_name|gender|date_of_birth|mobile_number|email|address|(gender|category)_\w+|category)\.js/.test(
      id,
    )
  )
}
