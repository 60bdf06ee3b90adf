# Completion for fish: the program itself knows what may come (referee --complete).
# Files are those that fish would offer for a command without a name: its own functions for them want
# the word as it was typed since version 4, and without quotation marks before.
function __referee_complete
    set -l typed (commandline -opc)
    # Without quotation marks, of which one may be open, as the words before it are; fish quotes
    # what is offered.
    set -l begun (commandline -ct)
    set -l current (string unescape -- $begun; or string unescape -- $begun\'; or string unescape -- $begun\")
    for line in ($typed[1] --complete (count $typed) $typed[2..-1] "$current" 2>/dev/null)
        switch $line
            case :files
                complete -C"'' $begun"
            case :folders
                complete -C"'' $begun" | string match -r '.*/$'
            case '*'
                echo $line
        end
    end
end
complete -c referee -f -a '(__referee_complete)'
