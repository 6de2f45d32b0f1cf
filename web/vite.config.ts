import react from '@vitejs/plugin-react'
import pxToRem from 'postcss-pxtorem'
import { defineConfig } from 'vite'
import { sharedChunks } from './vite/chunks.ts'
import { countryOutlines } from './vite/countryOutlines.ts'
import { directIcons } from './vite/directIcons.ts'
import { firstPaint } from './vite/firstPaint.ts'
import { precompress } from './vite/precompress.ts'
import { serviceWorker } from './vite/serviceWorker.ts'

export default defineConfig({
  plugins: [directIcons(), react(), countryOutlines(), firstPaint(), serviceWorker(), precompress()],
  css: {
    modules: { generateScopedName: '[name]_[local]_[hash:base64:5]' },
    // SHL-11: sources use px; the build makes lengths follow the browser's font size, except hairlines.
    postcss: {
      plugins: [
        pxToRem({ rootValue: 16, unitPrecision: 5, propList: ['*'], mediaQuery: true, minPixelValue: 2 }),
      ],
    },
  },
  build: {
    target: 'es2024',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Compressing takes a third of a build, and is no fault.
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'vendor',
              test: /node_modules\/(?:react|react-dom|scheduler|react-router|zod|zustand)\//,
            },
            ...sharedChunks(/\/(?:(?:web|core|contract)\/src|@tabler)\//),
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy: { '/api': `http://localhost:${process.env['PORT'] ?? 8080}` } },
})
