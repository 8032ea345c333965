import { mountPlayground } from '../../site/playground/main.tsx'

mountPlayground(document.querySelector('main')!)
