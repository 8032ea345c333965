/// <reference types="vite/client" />
import { showLinkQuestion } from '@sweatpants/framework/react'
import { createRoot } from 'react-dom/client'
import { plugins } from './tools/plugins.ts'
import './styles/link.css'

showLinkQuestion(plugins, (question, place) => createRoot(place).render(question))
