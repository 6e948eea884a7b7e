// SPDX-License-Identifier: AGPL-3.0-only
import './app.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { theme } from './lib/theme.svelte'

theme.apply()
mount(App, { target: document.getElementById('app')! })
