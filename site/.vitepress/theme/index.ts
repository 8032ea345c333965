import { type Theme, useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme'
import { defineComponent, h, onMounted, onUnmounted, useTemplateRef } from 'vue'
import '../../playground/playground.css'
import './theme.css'

/** Mounts the playground, which is written in React, once the page is in a browser. */
const Playground = defineComponent({
  setup() {
    const place = useTemplateRef<HTMLElement>('place')
    let unmount = () => {}
    onMounted(async () => {
      const { mountPlayground } = await import('../../playground/main.tsx')
      unmount = mountPlayground(place.value!)
    })
    onUnmounted(() => unmount())
    return () => h('div', { ref: 'place' }, 'Loading…')
  },
})

export default {
  extends: DefaultTheme,
  Layout: defineComponent({
    setup() {
      const { frontmatter } = useData()
      const after = () => (frontmatter.value.playground ? h(Playground) : undefined)
      return () => h(DefaultTheme.Layout, null, { 'doc-footer-before': after })
    },
  }),
} satisfies Theme
