import { fileURLToPath } from 'node:url'
import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { vitePlugin as remix } from '@remix-run/dev'
import browserslist from 'browserslist'
import { browserslistToTargets } from 'lightningcss'
import { defineConfig } from 'vite'
import remixOptions from './remix.config.js'
import { paraglideOptions } from './scripts/words.mjs'

export default defineConfig(({ command }) => ({
  plugins: [
    // The build compiles the words once beforehand (scripts/build.mjs); development watches them.
    ...(command === 'serve' ? [paraglideVitePlugin(paraglideOptions)] : []),
    remix(remixOptions),
  ],
  resolve: { alias: { '~': fileURLToPath(new URL('./app', import.meta.url)) } },
  css: {
    transformer: 'lightningcss',
    lightningcss: { targets: browserslistToTargets(browserslist()) },
  },
  build: {
    target: 'es2020',
    cssMinify: 'lightningcss',
    // Nothing inlined: the content security policy allows no data: scripts, and the probe must be a file.
    assetsInlineLimit: 0,
    sourcemap: false,
  },
  // Development: Remix walks all modules of a page in search of styles, and Vite would bundle for the browser whatever it
  // meets there, Sequelize too, and fail. So what the browser needs is told, and nothing is discovered.
  optimizeDeps: {
    noDiscovery: true,
    include: ['react-dom', 'react-router', '@conform-to/react'],
  },
  server: { middlewareMode: true },
}))
